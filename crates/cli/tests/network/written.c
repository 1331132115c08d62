/* Addresses as text. */
#include "tcp.h"

int main(void) {
  struct in_addr a;
  assert(inet_addr("127.0.0.1") == htonl(INADDR_LOOPBACK));
  assert(inet_addr("10.0.0.2") == htonl(0x0a000002));
  assert(inet_addr("10.0.0.256") == INADDR_NONE && inet_addr("10.0.0.x") == INADDR_NONE);
  assert(inet_pton(AF_INET, "192.168.1.20", &a) == 1 && a.s_addr == htonl(0xc0a80114));
  assert(inet_pton(AF_INET, "1.2.3", &a) == 0 && inet_pton(AF_INET, "1.2.3.4.5", &a) == 0);
  assert(inet_pton(AF_INET, "1..3.4", &a) == 0 && inet_pton(AF_INET, "", &a) == 0);
  assert(a.s_addr == htonl(0xc0a80114));
  assert(inet_pton(AF_INET, "010.0.0.1", &a) == 0 && inet_pton(AF_INET, "127.1", &a) == 0);
  assert(inet_pton(AF_INET, "1.2.3.00", &a) == 0 && inet_pton(AF_INET, "1.2.3.4 ", &a) == 0);
  assert(a.s_addr == htonl(0xc0a80114));
  assert(inet_aton("1.2.3.4", &a) != 0 && a.s_addr == htonl(0x01020304));
  assert(inet_aton("010.0.0.1", &a) != 0 && a.s_addr == htonl(0x08000001));
  assert(inet_aton("127.1", &a) != 0 && a.s_addr == htonl(INADDR_LOOPBACK));
  assert(inet_aton("0x7F.0.257", &a) != 0 && a.s_addr == htonl(0x7f000101));
  assert(inet_addr("0x7f000001") == htonl(INADDR_LOOPBACK) && inet_addr("2130706433 of") == htonl(INADDR_LOOPBACK));
  assert(inet_addr("08.0.0.1") == INADDR_NONE && inet_addr("1.2.65536") == INADDR_NONE && inet_addr("0x") == INADDR_NONE);
  assert(inet_addr("4294967296") == INADDR_NONE && inet_addr("256.1") == INADDR_NONE && inet_addr("1.") == INADDR_NONE);
  return 0;
}
