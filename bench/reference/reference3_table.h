// Builds the table of directions of a large hull. Only the reference and its test include this file.
#ifndef LGJK_REFERENCE3_TABLE_H
#define LGJK_REFERENCE3_TABLE_H

#include "reference3.h"

// Of a shape of kind POINTS whose other members are filled in. NULL where memory is short; release with free.
ref3_table* ref3_table_create(const ref3_shape* shape);

#endif
