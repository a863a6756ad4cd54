// Calls a function of the tests before any of them runs.
#ifndef SNOWDECK_TEST_START_H
#define SNOWDECK_TEST_START_H

/// Makes the program's commands known. Defined in Tests/ShellTests/Support.
void snowdeck_install_commands(void);

#endif
