/* Which instruction-set level is a kernel compiled for, and which may this machine run?
 *
 * A kernel header is a template: a C unit includes it once per level, and every function that depends on
 * the level is named KERNEL(name), which pastes the level's suffix (write_double_avx2, ...).  Tables that do
 * not depend on it stand in the same header behind an ordinary guard.  A unit looks like this:
 *
 *     #include "isa.h"
 *     #define ISA_LEVEL ISA_BASELINE
 *     #include "doubles.h"
 *     #undef ISA_LEVEL
 *     #if ISA_DISPATCH
 *     ISA_BEGIN_SSSE3
 *     #define ISA_LEVEL ISA_SSSE3
 *     #include "doubles.h"
 *     #undef ISA_LEVEL
 *     ISA_END
 *     ISA_BEGIN_AVX2
 *     ... the same with ISA_AVX2 ...
 *     ISA_END
 *     #if ISA_DISPATCH_AVX512
 *     ... and once more with ISA_AVX512 ...
 *     #endif
 *     #endif
 *
 * and picks one of the copies with isa_detect().  System headers belong above the first ISA_BEGIN.
 * Inside a kernel, ISA_USES(ISA_SSSE3) asks whether that level's instructions may be used.
 */
#ifndef ENCODER_ISA_H
#define ENCODER_ISA_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ISA_BASELINE 0
#define ISA_SSSE3 1
#define ISA_AVX2 2
#define ISA_AVX512 3 /* with VBMI and VBMI2, so from Ice Lake and Zen 4 on: see isa_detect() */

/* Define ISA_PORTABLE to compile as for an unknown compiler and machine: the tests cover that path so. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(ISA_PORTABLE)
#define ISA_GNU 1
#else
#define ISA_GNU 0
#endif

#if ISA_GNU && defined(__x86_64__)
#define ISA_X86 1
#define ISA_DISPATCH 1
#include <cpuid.h>
#include <immintrin.h>
#else
#define ISA_X86 0
#define ISA_DISPATCH 0
#endif

/* Older compilers do not know all of that level's instructions and intrinsics. */
#ifdef __clang__
#define ISA_DISPATCH_AVX512 (ISA_DISPATCH && __clang_major__ >= 9)
#else
#define ISA_DISPATCH_AVX512 (ISA_DISPATCH && __GNUC__ >= 10)
#endif

#define ISA_USES(level) (ISA_X86 && ISA_LEVEL >= (level))

#define ISA_SUFFIX_0 _baseline
#define ISA_SUFFIX_1 _ssse3
#define ISA_SUFFIX_2 _avx2
#define ISA_SUFFIX_3 _avx512
#define ISA_PASTE(a, b) a##b
#define ISA_GLUE(a, b) ISA_PASTE(a, b)
/* Macros expand where they are used, so this follows ISA_LEVEL as the unit redefines it. */
#define KERNEL(name) ISA_GLUE(name, ISA_GLUE(ISA_SUFFIX_, ISA_LEVEL))

/* No fma: it is of no use here, and with it a compiler may contract a*b+c and change a float's value. */
#define ISA_TARGET_SSSE3 "ssse3"
#define ISA_TARGET_AVX2 "avx2,bmi,bmi2,lzcnt,popcnt,movbe"
#define ISA_TARGET_AVX512 ISA_TARGET_AVX2 ",avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2"
#define ISA_PRAGMA(text) _Pragma(#text)
#if ISA_DISPATCH && defined(__clang__)
#define ISA_BEGIN(names) \
    ISA_PRAGMA(clang attribute push(__attribute__((target(names))), apply_to = function))
#define ISA_END _Pragma("clang attribute pop")
#elif ISA_DISPATCH
#define ISA_BEGIN(names) _Pragma("GCC push_options") ISA_PRAGMA(GCC target(names))
#define ISA_END _Pragma("GCC pop_options")
#endif
#define ISA_BEGIN_SSSE3 ISA_BEGIN(ISA_TARGET_SSSE3)
#define ISA_BEGIN_AVX2 ISA_BEGIN(ISA_TARGET_AVX2)
#define ISA_BEGIN_AVX512 ISA_BEGIN(ISA_TARGET_AVX512)

#if ISA_GNU
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define COLD __attribute__((cold, noinline, unused))
#define FLATTEN __attribute__((flatten)) /* inline all that is called, but for the COLD */
#define ALIGNED(bytes) __attribute__((aligned(bytes)))
#else
#define LIKELY(x) (x)
#define UNLIKELY(x) (x)
#define ALWAYS_INLINE inline
#define COLD inline
#define FLATTEN
#define ALIGNED(bytes)
#endif

/* The highest level that both this machine and its operating system support. */
static inline int isa_detect(void)
{
#if ISA_X86
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("ssse3")) return ISA_BASELINE;
    /* Older compilers cannot ask for movbe and lzcnt by name, and a virtual machine may hide either. */
    unsigned a, b, c = 0, d, extended = 0;
    int movbe = __get_cpuid(1, &a, &b, &c, &d) && (c >> 22 & 1);
    int lzcnt = __get_cpuid(0x80000001u, &a, &b, &extended, &d) && (extended >> 5 & 1);
    if (!(movbe && lzcnt && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
          __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")))
        return ISA_SSSE3;
#if ISA_DISPATCH_AVX512
    /* VBMI2 leaves out the processors that slow down while they use 512 bits. The compiler's run time asks
       the operating system too, whether it keeps these registers. */
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
        __builtin_cpu_supports("avx512vbmi2"))
        return ISA_AVX512;
#endif
    return ISA_AVX2;
#else
    return ISA_BASELINE;
#endif
}

/* Zero bits below the lowest, or above the highest, one bit of x; x is not 0. */
static ALWAYS_INLINE int low_zeros(uint64_t x)
{
#if ISA_GNU
    return __builtin_ctzll(x);
#else
    int count = 0;
    for (; !(x & 1); x >>= 1) count++;
    return count;
#endif
}

static ALWAYS_INLINE int high_zeros(uint64_t x)
{
#if ISA_GNU
    return __builtin_clzll(x);
#else
    int count = 0;
    for (; !(x >> 63); x <<= 1) count++;
    return count;
#endif
}

/* Store a word with its lowest byte first, whatever the machine's byte order. */
static ALWAYS_INLINE void store64(char *out, uint64_t word)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    memcpy(out, &word, 8);
}

static ALWAYS_INLINE void store32(char *out, uint32_t word)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap32(word);
#endif
    memcpy(out, &word, 4);
}

#endif /* ENCODER_ISA_H */
