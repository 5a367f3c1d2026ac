"""Runs a command in a terminal of its own, in the foreground, under a leader that stays as a shell
would. What comes in on standard input is typed there; its end closes the terminal, as closing the
window does. When the command has ended, a last line says its code. The first line on standard error
is the session, by which its processes are found."""
import os
import pty
import select
import signal
import sys


def lead():
    command = os.fork()
    if command == 0:
        os.setpgid(0, 0)
        os.execvp(sys.argv[1], sys.argv[1:])
    try:
        os.setpgid(command, command)
    except PermissionError:  # it runs already, in its group
        pass
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    os.tcsetpgrp(0, command)
    _, status = os.waitpid(command, 0)
    code = os.waitstatus_to_exitcode(status)
    os.write(1, b"\n[ended with %d]\n" % (code if code >= 0 else 128 - code))
    signal.pause()


leader, terminal = pty.fork()
if leader == 0:
    lead()
os.write(2, b"%d\n" % leader)
watched = [0, terminal]
while watched:
    for ready in select.select(watched, [], [])[0]:
        try:
            data = os.read(ready, 65536)
        except OSError:  # nobody has the terminal open any more
            data = b""
        if not data:
            os.close(terminal)
            watched = []
            break
        os.write(1 if ready == terminal else terminal, data)
os.waitpid(leader, 0)
