/* states: 99 transitions: 162 deadlocks: 1 assertions: 0 */
byte x, y;
active proctype A() {
    {
        { do :: x < 4 -> x++ od } unless { y == 1 -> x = 10 };
        x = 11
    } unless { y == 2 -> x = 20; x = 21 }
}
active proctype B() { y = 1; y = 2; y = 0 }
