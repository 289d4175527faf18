// Sets Jolt up, once in a program.
#ifndef LGJK_BENCH_JOLT_BEGIN_HH
#define LGJK_BENCH_JOLT_BEGIN_HH

#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/RegisterTypes.h>

namespace jolt {

inline void Begin() {
  static bool begun = false;
  if (begun) return;
  begun = true;
  JPH::RegisterDefaultAllocator();
  JPH::Factory::sInstance = new JPH::Factory;
  JPH::RegisterTypes();
}

}  // namespace jolt

#endif
