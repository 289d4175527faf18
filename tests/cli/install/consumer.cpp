// The same program as C++: the public header is valid there, and its functions have C names.
#include "consumer.c"
