/* How are datetime, date, time and timedelta of the module datetime written? Two digits at a time, in eight bytes at once.

   Under default options only, and with the very bytes that encoder/types/temporal.py gives. Whatever is odd is left
   to that: a time zone that raises or answers nonsense, and fields out of range, which unpickling lets through.
   Values have a public layout, in datetime.h. That of datetime.timezone is private and probed.  */

#ifndef ENCODER_TEMPORAL_H
#define ENCODER_TEMPORAL_H

#include <datetime.h>

#include "frames.h"

#define SECOND 1000000LL /* in microseconds */
#define DAY (86400 * SECOND)
#define NO_OFFSET INT64_MAX

/* A part of eight bytes of text: two digits, or one character, from byte `at` on.  */
#define DIGITS(number, at) ((uint64_t)PAIRS[number] << 8 * (at))
#define LETTER(letter, at) ((uint64_t)(letter) << 8 * (at))

/* The layout of datetime.timezone: Modules/_datetimemodule.c, the same in 3.11 to 3.13.  */
typedef struct {
    PyObject_HEAD
    PyObject *offset;
    PyObject *name;
} TimeZone;

static PyTypeObject *timezone_in_place; /* datetime.timezone, where its layout is as expected */

static int is_timezone_known(PyObject *zone, PyObject *offset)
{
#if defined(ENCODER_PUBLIC_API) || PY_VERSION_HEX >= 0x030E0000
    (void)zone, (void)offset;
    return 0;
#else
    return Py_TYPE(zone)->tp_basicsize == sizeof(TimeZone) && ((TimeZone *)zone)->offset == offset;
#endif
}

/* Called once somebody has imported datetime, for `import encoder` does not. Is the module the one in C?  */
static int open_datetime(void)
{
    if (PyDateTimeAPI) return 1;
    PyDateTime_IMPORT;
    if (!PyDateTimeAPI) {
        PyErr_Clear();
        return 0;
    }
    PyObject *offset = PyDelta_FromDSU(0, 3723, 0);
    PyObject *zone = offset ? PyTimeZone_FromOffset(offset) : NULL;
    if (zone && is_timezone_known(zone, offset)) timezone_in_place = Py_TYPE(zone);
    Py_XDECREF(zone);
    Py_XDECREF(offset);
    PyErr_Clear();
    return 1;
}

/* Is this the class that a leaf stands for? Its methods cannot be replaced: it is one of C.  */
static int is_temporal_known(PyTypeObject *type, int leaf)
{
    if (!open_datetime()) return 0;
    if (leaf == LEAF_MOMENT) return type == PyDateTimeAPI->DateTimeType;
    if (leaf == LEAF_DATE) return type == PyDateTimeAPI->DateType;
    return type == (leaf == LEAF_TIME ? PyDateTimeAPI->TimeType : PyDateTimeAPI->DeltaType);
}

/* The microseconds of what `utcoffset` gave; 0 where it is not what a time zone may give.  */
static int read_offset(PyObject *delta, int64_t *offset)
{
    *offset = NO_OFFSET;
    if (delta == Py_None) return 1;
    if (!PyDelta_Check(delta)) return 0;
    int64_t days = PyDateTime_DELTA_GET_DAYS(delta), seconds = PyDateTime_DELTA_GET_SECONDS(delta);
    if (days < -1 || days > 0) return 0;
    *offset = days * DAY + seconds * SECOND + PyDateTime_DELTA_GET_MICROSECONDS(delta);
    return *offset > -DAY;
}

/* Ask any time zone for its offset: code of the user's. 0: the walk must decide, or an exception is set.  */
static int ask_offset(Call *call, PyObject *value, PyObject *zone, PyObject *moment, int64_t *offset)
{
    static PyObject *name;
    if (!name && !(name = PyUnicode_InternFromString("utcoffset"))) return 0;
    expose_leaf(call, value); /* and with it its zone, which it owns */
    PyObject *delta = PyObject_CallMethodOneArg(zone, name, moment);
    if (!delta) {
        /* The rule asks once more, and its error will know the place; but who wants to stop is not asked again.  */
        if (PyErr_ExceptionMatches(PyExc_Exception)) PyErr_Clear();
        return 0;
    }
    int is_offset = read_offset(delta, offset);
    Py_DECREF(delta);
    return is_offset;
}

/* ".123456", or nothing for 0.  */
static ALWAYS_INLINE char *write_fraction(char *out, uint32_t microsecond)
{
    if (!microsecond) return out;
    uint32_t high = microsecond / 10000, low = microsecond - high * 10000, middle = low * 5243 >> 19;
    store64(out, LETTER('.', 0) | DIGITS(high, 1) | DIGITS(middle, 3) | DIGITS(low - middle * 100, 5));
    return out + 7;
}

/* ":30", or ":30.123456".  */
static ALWAYS_INLINE char *write_seconds(char *out, uint32_t second, uint32_t microsecond)
{
    store32(out, (uint32_t)(LETTER(':', 0) | DIGITS(second, 1)));
    return write_fraction(out + 3, microsecond);
}

/* "+02:00", or with its seconds and microseconds where it has some; nothing for NO_OFFSET.  */
static char *write_offset(char *out, int64_t offset)
{
    if (offset == NO_OFFSET) return out;
    uint64_t size = offset < 0 ? 0 - (uint64_t)offset : (uint64_t)offset;
    uint32_t seconds = (uint32_t)(size / SECOND), rest = (uint32_t)(size % SECOND), minutes = seconds / 60;
    uint32_t hours = minutes / 60;
    uint64_t text = LETTER(offset < 0 ? '-' : '+', 0) | DIGITS(hours, 1) | LETTER(':', 3);
    store64(out, text | DIGITS(minutes - hours * 60, 4));
    out += 6;
    return seconds != minutes * 60 || rest ? write_seconds(out, seconds - minutes * 60, rest) : out;
}

/* The offset of a zone that is not UTC itself; NULL as in leaves.h.  */
static char *write_other_zone(Call *call, char *out, PyObject *value, PyObject *zone, PyObject *moment)
{
    int64_t offset;
    int is_known = Py_IS_TYPE(zone, timezone_in_place) ? read_offset(((TimeZone *)zone)->offset, &offset)
                                                       : ask_offset(call, value, zone, moment, &offset);
    return is_known ? write_offset(out, offset) : NULL;
}

/* What follows the time of `value`. moment: what its zone is asked about.  */
static ALWAYS_INLINE char *write_zone(Call *call, char *out, PyObject *value, PyObject *zone, PyObject *moment)
{
    if (zone == Py_None) return out;
    if (UNLIKELY(zone != PyDateTime_TimeZone_UTC)) return write_other_zone(call, out, value, zone, moment);
    memcpy(out, "+00:00", 6);
    return out + 6;
}

/* "2020-01-" of a year below 10000.  */
static ALWAYS_INLINE void store_month(char *out, uint32_t year, uint32_t month)
{
    uint32_t century = year * 5243 >> 19; /* year / 100 */
    uint64_t text = DIGITS(century, 0) | DIGITS(year - century * 100, 2) | LETTER('-', 4);
    store64(out, text | DIGITS(month, 5) | LETTER('-', 7));
}

static char *put_date(Call *call, char *out, PyObject *value, Plan *Py_UNUSED(plan))
{
    uint32_t year = PyDateTime_GET_YEAR(value), month = PyDateTime_GET_MONTH(value), day = PyDateTime_GET_DAY(value);
    if (UNLIKELY(year > 9999 || month > 99 || day > 99 || !(out = reserve_at(call, out, ROOM)))) return NULL;
    *out = '"';
    store_month(out + 1, year, month);
    store32(out + 9, (uint32_t)(DIGITS(day, 0) | LETTER('"', 2)));
    return out + 12;
}

/* A time of day. Its zone is not told which day.  */
static char *put_time(Call *call, char *out, PyObject *value, Plan *Py_UNUSED(plan))
{
    uint32_t hour = PyDateTime_TIME_GET_HOUR(value), minute = PyDateTime_TIME_GET_MINUTE(value);
    uint32_t second = PyDateTime_TIME_GET_SECOND(value), microsecond = PyDateTime_TIME_GET_MICROSECOND(value);
    if (UNLIKELY(hour > 99 || minute > 99 || second > 99 || microsecond >= SECOND)) return NULL;
    if (UNLIKELY(!(out = reserve_at(call, out, ROOM)))) return NULL;
    store64(out, LETTER('"', 0) | DIGITS(hour, 1) | LETTER(':', 3) | DIGITS(minute, 4));
    out = write_seconds(out + 6, second, microsecond);
    out = write_zone(call, out, value, PyDateTime_TIME_GET_TZINFO(value), Py_None);
    if (LIKELY(out != NULL)) *out++ = '"';
    return out;
}

#if ISA_X86
/* What the digits of a moment are made with, and where they go in its first 16 characters.  */
typedef struct {
    __m128i tenths, apart, zeros, places, marks;
} Calendar;

static ALWAYS_INLINE const Calendar *hidden_calendar(void)
{
    static const struct {
        ALIGNED(16) int16_t words[2][8];
        int8_t bytes[3][16];
    } calendar = {
        {{103, 103, 103, 103, 103, 103, 103, 103}, {2559, 2559, 2559, 2559, 2559, 2559, 2559, 2559}},
        {{'0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0'},
         {0, 1, 2, 3, -1, 4, 5, -1, 6, 7, -1, 8, 9, -1, 10, 11},
         {0, 0, 0, 0, '-', 0, 0, '-', 0, 0, 'T', 0, 0, ':', 0, 0}},
    };
    const void *found = &calendar;
    __asm__("" : "+r"(found)); /* or else gcc makes each of them anew for every moment */
    return found;
}
#endif

#endif /* ENCODER_TEMPORAL_H */

/* "2020-01-02T03:04:05.678901" of a datetime; NULL where a part is out of range.  */
static ALWAYS_INLINE char *KERNEL(write_moment)(char *out, PyObject *value)
{
    uint32_t year = PyDateTime_GET_YEAR(value);
#if ISA_USES(ISA_SSSE3)
    const Calendar *calendar = hidden_calendar();
    uint64_t parts; /* month, day, hour, minute and second, a byte each, the lowest first; then the microsecond */
    memcpy(&parts, ((PyDateTime_DateTime *)value)->data + 2, 8);
    uint32_t microsecond = __builtin_bswap64(parts) & 0xffffff;
    uint64_t too_large = (parts | (parts + 0x1c1c1c1c1c)) & 0x8080808080; /* is any above 99? */
    if (UNLIKELY(year > 9999 || too_large || microsecond >= SECOND)) return NULL;
    uint32_t century = year * 5243 >> 19;
    parts = parts << 16 | century | (year - century * 100) << 8;
    __m128i pairs = _mm_unpacklo_epi8(_mm_cvtsi64_si128((long long)parts), _mm_setzero_si128());
    __m128i tens = _mm_srli_epi16(_mm_mullo_epi16(pairs, calendar->tenths), 10);
    /* tens | (pairs - 10 tens) << 8 */
    __m128i digits = _mm_sub_epi16(_mm_slli_epi16(pairs, 8), _mm_mullo_epi16(tens, calendar->apart));
    digits = _mm_or_si128(digits, calendar->zeros);
    __m128i text = _mm_or_si128(_mm_shuffle_epi8(digits, calendar->places), calendar->marks);
    _mm_storeu_si128((__m128i *)out, text);
    store32(out + 16, ':' | (uint32_t)_mm_extract_epi16(digits, 6) << 8);
    return write_fraction(out + 19, microsecond);
#else
    uint32_t month = PyDateTime_GET_MONTH(value), day = PyDateTime_GET_DAY(value);
    uint32_t hour = PyDateTime_DATE_GET_HOUR(value), minute = PyDateTime_DATE_GET_MINUTE(value);
    uint32_t second = PyDateTime_DATE_GET_SECOND(value);
    uint32_t microsecond = PyDateTime_DATE_GET_MICROSECOND(value);
    int too_large = month > 99 || day > 99 || hour > 99 || minute > 99 || second > 99;
    if (UNLIKELY(year > 9999 || too_large || microsecond >= SECOND)) return NULL;
    store_month(out, year, month);
    store64(out + 8, DIGITS(day, 0) | LETTER('T', 2) | DIGITS(hour, 3) | LETTER(':', 5) | DIGITS(minute, 6));
    return write_seconds(out + 16, second, microsecond);
#endif
}

static char *KERNEL(put_moment)(Call *call, char *out, PyObject *value, Plan *Py_UNUSED(plan))
{
    if (UNLIKELY(!(out = reserve_at(call, out, ROOM)))) return NULL;
    *out = '"';
    out = KERNEL(write_moment)(out + 1, value);
    if (UNLIKELY(!out)) return NULL;
    out = write_zone(call, out, value, PyDateTime_DATE_GET_TZINFO(value), value);
    if (LIKELY(out != NULL)) *out++ = '"';
    return out;
}

/* A timedelta as "P1DT7203.4S": days and seconds, one sign in front of both.  */
static char *KERNEL(put_duration)(Call *call, char *out, PyObject *value, Plan *Py_UNUSED(plan))
{
    if (UNLIKELY(!(out = reserve_at(call, out, ROOM)))) return NULL;
    int64_t days = PyDateTime_DELTA_GET_DAYS(value);
    int64_t rest = PyDateTime_DELTA_GET_SECONDS(value) * SECOND + PyDateTime_DELTA_GET_MICROSECONDS(value);
    memcpy(out, "\"-", 2);
    out += days < 0 ? 2 : 1;
    *out++ = 'P';
    if (days < 0) {
        days = -days - (rest != 0);
        rest = rest ? DAY - rest : 0;
    }
    if (days) {
        out = KERNEL(write_uint64)(out, (uint64_t)days);
        *out++ = 'D';
    }
    if (rest || !days) {
        *out++ = 'T';
        out = KERNEL(write_uint64)(out, (uint64_t)(rest / SECOND));
        if (rest % SECOND) {
            store64(out, (digits8((uint32_t)(rest % SECOND)) | ASCII_ZEROS) >> 8);
            *out = '.';
            for (out += 7; out[-1] == '0';) out--;
        }
        *out++ = 'S';
    }
    *out = '"';
    return out + 1;
}
