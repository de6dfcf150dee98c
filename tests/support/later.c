/*
 * Moves the clock of a program and its children ahead by CLOCK_AHEAD seconds through LD_PRELOAD. It doesn't change the
 * monotonic clock. With Debian's libfaketime 0.9.10, either Python's sleep() fails or its threads wait forever.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *result) {
  static int (*next)(clockid_t, struct timespec *);
  if (!next) next = dlsym(RTLD_NEXT, "clock_gettime");
  int status = next(clock, result);
  const char *ahead = getenv("CLOCK_AHEAD");
  int moves = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
  if (status == 0 && moves && ahead) result->tv_sec += atol(ahead);
  return status;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  struct timespec now;
  (void)zone;
  int status = clock_gettime(CLOCK_REALTIME, &now);
  result->tv_sec = now.tv_sec;
  result->tv_usec = now.tv_nsec / 1000;
  return status;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
