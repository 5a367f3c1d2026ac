/* Put before a program, it makes syncs of segments fail while the file named by FAULT_FLAG exists. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fails(int file) {
  const char *flag = getenv("FAULT_FLAG");
  char link[64], path[4096];
  if (flag == NULL || access(flag, F_OK) != 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, ".segment") != NULL;
}

int fdatasync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  if (!fails(file)) return real(file);
  errno = EIO;
  return -1;
}
