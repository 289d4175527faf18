// The first program of the machine that scripts/ci/emulate_avx512.sh emulates: runs the lines of /commands, a program
// and its arguments each, one after the other up to the first that fails, with the serial port as their output; writes
// a last line "status N", and switches the machine off.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 16 };

static int open_serial_port(void) {
  struct termios settings;
  if (mount("devtmpfs", "/dev", "devtmpfs", 0, NULL) != 0) return -1;
  const int port = open("/dev/ttyS0", O_RDWR | O_NOCTTY);
  if (port < 0 || tcgetattr(port, &settings) != 0) return -1;
  cfmakeraw(&settings);
  cfsetspeed(&settings, B115200);
  return tcsetattr(port, TCSANOW, &settings) == 0 && dup2(port, 1) == 1 && dup2(port, 2) == 2 ? 0 : -1;
}

static int run(char* line) {
  char* arguments[MOST_ARGUMENTS + 1] = {NULL};
  int count = 0, status = -1;
  for (char* word = strtok(line, " \n"); word && count < MOST_ARGUMENTS; word = strtok(NULL, " \n")) {
    arguments[count++] = word;
  }
  if (count == 0) return 0;
  const pid_t child = fork();
  if (child == 0) {
    execv(arguments[0], arguments);
    _exit(127);
  }
  if (child < 0 || waitpid(child, &status, 0) != child) return 126;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(void) {
  char line[512];
  int status = open_serial_port();
  FILE* commands = fopen("/commands", "r");
  while (status == 0 && commands && fgets(line, sizeof line, commands)) status = run(line);
  dprintf(1, "status %d\n", commands ? status : 125);
  tcdrain(1);
  reboot(RB_POWER_OFF);
  return 0;
}
