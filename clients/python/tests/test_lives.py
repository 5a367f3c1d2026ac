"""Lives from Python: a real bot in real venues, and the run as columns, frames and figures."""

import sys
import tempfile
import unittest
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path

import perpetua
from perpetua import LivesError, Run

BOT = f"{sys.executable} -S {Path(__file__).with_name('stepping_bot.py')}"


class Lives(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        out = Path(cls.folder.name) / "out"
        cls.run_ = perpetua.lives(BOT, seeds=2, hours=0.05, only="BTC", out=out)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_a_run_is_plain_columns(self):
        run = self.run_
        self.assertEqual(run.lives["seed"], ["life-1", "life-2"])
        self.assertEqual(run.lives["failure"], [None, None])
        self.assertIsInstance(run.lives["return"][0], float)
        trades = run.table("trades")
        self.assertEqual(trades["life"], ["life-1", "life-2"])
        self.assertEqual((trades["side"][0], trades["trade"][0]), ("long", 1))
        self.assertIsInstance(trades["result"][0], Decimal)
        self.assertEqual(trades["opened_at"][0], datetime(2026, 1, 5, tzinfo=timezone.utc))
        self.assertIsNone(trades["closed_at"][0])
        parts = ("price", "slippage", "fees", "funding", "liquidation")
        self.assertEqual(sum(trades[name][0] for name in parts), trades["result"][0])
        self.assertIs(run.table("fills")["is_maker"][0], False)
        self.assertEqual(run.table("refusals")["words"], [])
        for name in perpetua.TABLES:
            run.table(name)
        with self.assertRaisesRegex(ValueError, "there is no table 'moods'; there are trades"):
            run.table("moods")
        self.assertEqual(run.facts["tries"], 1)

    def test_a_notebook_shows_report_and_figures(self):
        run = perpetua.report(self.run_.folder)
        self.assertEqual(run.verdict, "Too few lives for a verdict: at least 5 are needed.")
        self.assertIn("srcdoc=", run._repr_html_())
        self.assertIn("Equity", run.figures)
        self.assertIn("polyline", run.figures["Equity"]._repr_html_())
        self.assertIn("Too few lives", repr(run))
        self.assertIs(perpetua.report(run), run)

    def test_frames_of_whatever_is_installed(self):
        for library in ("pandas", "polars"):
            try:
                __import__(library)
            except ImportError:
                continue
            frame = self.run_.frame("trades", library)
            self.assertEqual(frame.shape[0], 2)
            self.assertIn("result", frame.columns)
        with self.assertRaisesRegex(ImportError, "use run.table"):
            self.run_.frame("trades", "no_such_library")

    def test_a_sweep_names_its_variants(self):
        with tempfile.TemporaryDirectory() as folder:
            vary = {"size": ["0.0100", "0.0200"]}
            run = perpetua.lives(BOT, seeds=1, hours=0.01, only="BTC", out=folder, vary=vary)
            self.assertEqual(run.sweep["size"], [0.01, 0.02])
            self.assertEqual(run.sweep["edge"], [False, False])
            self.assertEqual(run.facts["tries"], 2)

    def test_what_is_wrong_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(TypeError, "--seedz is not known here"):
                perpetua.lives(BOT, out=folder, seedz=3)
            with self.assertRaisesRegex(LivesError, "there is no \"GOLD\""):
                perpetua.lives(BOT, out=folder, only="GOLD")
            with self.assertRaisesRegex(LivesError, "has no run.json"):
                Run(folder)


if __name__ == "__main__":
    unittest.main()
