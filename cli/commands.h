// The subcommands; argv[0] is the subcommand's own name. They return the exit status.
#ifndef LANEGJK_TOOLS_COMMANDS_H
#define LANEGJK_TOOLS_COMMANDS_H

int command_query(int argc, char** argv);
int command_replay(int argc, char** argv);
int command_demo_recording(int argc, char** argv);
int command_info(int argc, char** argv);

#endif
