/* states: 9 transitions: 8 deadlocks: 0 assertions: 0 */
byte x;
proctype Low() { x++; x++ }
proctype High() { x--; x-- }
init {
    atomic { run Low() priority 1; run High() priority 5 }
}
