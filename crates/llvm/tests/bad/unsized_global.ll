%later = type opaque
@g = global [2 x %later] undef
