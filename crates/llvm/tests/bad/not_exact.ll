@g = global half 0.1
