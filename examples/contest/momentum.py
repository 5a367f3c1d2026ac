"""Follows the move of the last turns, in a contest or an arena: a line of JSON in, one out."""

import json
import sys

SIZE = 0.02
CLEAR = 0.002
LOOK_BACK = 6

marks = []
for line in sys.stdin:
    asked = json.loads(line)
    mark = asked["state"]["markets"]["BTC"]["mark"]
    marks.append(mark)
    moved = mark / marks[-LOOK_BACK - 1] - 1 if len(marks) > LOOK_BACK else 0
    position = asked["state"]["account"]["positions"].get("BTC", {"size": 0})
    wanted = position["size"] if abs(moved) < CLEAR else SIZE if moved > 0 else -SIZE
    change = round(wanted - position["size"], 4)
    side = "buy" if change > 0 else "sell"
    orders = [{"contract": "BTC", "side": side, "size": abs(change)}] if change else []
    answer = {"reason": f"moved {moved:.4%}", "orders": orders, "turn": asked["turn"]}
    print(json.dumps(answer), flush=True)
