/* The command granum (GrMain of granum/command.h). */
#include <granum/command.h>

int main(int argc, char **argv)
{
  return GrMain(argc, argv);
}
