@g = global { i8, i8 } { i8 1, i16 2 }
