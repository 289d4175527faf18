// Numbers of files have decimal points, whatever the program that reads them has set as its locale.
#ifndef LANEGJK_RECORDING_NUMBER_LOCALE_H
#define LANEGJK_RECORDING_NUMBER_LOCALE_H

#if defined(_WIN32)

// Nothing to do: only the command line program is built there, which sets no locale.
typedef int number_locale;
static inline number_locale number_locale_enter(void) { return 0; }
static inline void number_locale_leave(number_locale entered) { (void)entered; }

#else

#include <locale.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

// Of the calling thread alone.
typedef struct number_locale {
  locale_t points;
  locale_t before;
} number_locale;

static inline number_locale number_locale_enter(void) {
  number_locale self = {.points = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
  if (self.points != (locale_t)0) self.before = uselocale(self.points);
  return self;
}

static inline void number_locale_leave(number_locale entered) {
  if (entered.points == (locale_t)0) return;
  uselocale(entered.before);
  freelocale(entered.points);
}

#endif

#endif
