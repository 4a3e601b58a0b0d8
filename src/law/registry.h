/* The laws of the library; each is defined in the file of its name. */
#ifndef GRANUM_LAW_REGISTRY_H
#define GRANUM_LAW_REGISTRY_H

#include <granum/law.h>

extern const GrLaw GrLaw_hertz;
extern const GrLaw GrLaw_linear;
extern const GrLaw GrLaw_tsuji;
extern const GrLaw GrLaw_ma_liu;
extern const GrLaw GrLaw_kelvin_voigt_elastoplastic;

#endif
