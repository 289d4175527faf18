// How far a linear map stretches: singular values of 3x3 matrices, by + - * / and sqrt alone.
#ifndef LGJK_KERNEL_STRETCH3_H
#define LGJK_KERNEL_STRETCH3_H

// A matrix by rows, entries as small and as large as products of two floats.
typedef struct lgjk_matrix3 {
  double m[9];
} lgjk_matrix3;

// Returns the greatest singular value, rounded up by at most 1e-12 of itself.
double lgjk_greatest_stretch(const lgjk_matrix3* a);

// Returns the greatest length of M (u + axis), u in the unit disc across local z, rounded up by at most 1e-12 of
// itself. The matrix is M except for its third column, which holds M axis.
double lgjk_rim_stretch(const lgjk_matrix3* a);

// The first function returns the cofactors of a matrix of floats, each off by 2^-53 of itself at most. The second
// returns the determinant, off by less than 2^-48 of itself. cofactors / determinant is the inverse transposed.
lgjk_matrix3 lgjk_cofactors(const float m[9]);
double lgjk_determinant(const float m[9]);

#endif
