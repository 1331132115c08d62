/* Processes make processes; the number is not known beforehand. */
byte alive;

proctype Node(byte depth)
{
	pid child;
	alive++;
	if
	:: depth > 0 -> child = run Node(depth - 1); run Leaf()
	:: else
	fi;
	assert(alive < 4);
	alive--
}

proctype Leaf() { skip }

init { run Node(3) }
