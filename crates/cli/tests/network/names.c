/* Names of hosts and addresses as text. */
#include "tcp.h"
#include <netdb.h>

int main(void) {
  struct addrinfo hints, *found = 0, *none = 0;
  char text[16], small[4];
  memset(&hints, 0, sizeof hints);
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  assert(getaddrinfo("localhost", "47341", &hints, &found) == 0 && found->ai_next == 0);
  assert(found->ai_family == AF_INET && found->ai_socktype == SOCK_STREAM && found->ai_addrlen == 16);
  struct sockaddr_in *a = (struct sockaddr_in *)found->ai_addr;
  assert(ntohs(a->sin_port) == 47341 && strcmp(inet_ntoa(a->sin_addr), "127.0.0.1") == 0);
  assert(inet_ntop(AF_INET, &a->sin_addr, text, sizeof text) == text && text[0] == '1' && text[8] == '1' && text[9] == 0);
  assert(inet_ntop(AF_INET, &a->sin_addr, small, sizeof small) == 0 && errno == ENOSPC);
  int l = listening(47341), s = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
  assert(connect(s, found->ai_addr, found->ai_addrlen) == 0);
  freeaddrinfo(found);
  hints.ai_flags = AI_PASSIVE;
  assert(getaddrinfo(0, "80", &hints, &found) == 0);
  assert(((struct sockaddr_in *)found->ai_addr)->sin_addr.s_addr == 0);
  freeaddrinfo(found);
  hints.ai_flags = AI_NUMERICHOST;
  assert(getaddrinfo("here", "80", &hints, &none) == EAI_NONAME);
  struct hostent *h = gethostbyname("localhost");
  assert(h != 0 && h->h_addrtype == AF_INET && h->h_length == 4);
  assert(((struct in_addr *)h->h_addr_list[0])->s_addr == htonl(INADDR_LOOPBACK));
  close(s);
  close(l);
  return 0;
}
