"""Runs a command in a terminal of its own. What comes in on standard input is typed there; its end
closes the terminal, as closing the window does. Ends with the code of the command, as a shell
would. The first line on standard error is the session, by which its processes are found."""
import os
import pty
import select
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
os.write(2, b"%d\n" % pid)
watched = [0, terminal]
while terminal in watched:
    for ready in select.select(watched, [], [])[0]:
        try:
            data = os.read(ready, 65536)
        except OSError:  # nobody has the terminal open any more
            data = b""
        if ready == terminal and data:
            os.write(1, data)
        elif ready == terminal or not data:
            os.close(terminal)
            watched = []
        else:
            os.write(terminal, data)
_, status = os.waitpid(pid, 0)
code = os.waitstatus_to_exitcode(status)
sys.exit(code if code >= 0 else 128 - code)
