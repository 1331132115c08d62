/* states: 363 transitions: 370 deadlocks: 0 assertions: 0 */
/* Expanded to an if by the lexer, but not in an inline, with an underscore, or with an expression. */
byte k, k_1;
inline choose(v) { select (v : 0 .. 2) }
active proctype P() {
    select (k : 1 .. 3);
    choose(k);
    select (k_1 : 0 .. 1);
    select (k : 0 .. (1));
    select (k : 0 .. 40)
}
