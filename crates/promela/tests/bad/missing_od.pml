active proctype P()
{
	do
	:: skip
	:: break
}
init { skip }
