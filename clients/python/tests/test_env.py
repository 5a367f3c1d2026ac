"""The environments over a real lab: what Gymnasium asks of them, and that episodes repeat."""

import pickle
import unittest

from perpetua import Lab, LabError, PerpetuaEnv, PerpetuaParallelEnv, PerpetuaVectorEnv
from perpetua.env import discrete_action
from perpetua.spaces import gymnasium, numpy, pettingzoo


def numbers(observation):
    return [float(each) for each in observation]


def step_elsewhere(pipe, pickled):
    """In another process, as the worker of a vector wrapper does."""
    with pickle.loads(pickled) as env:
        pipe.send(env.observation_space)
        env.reset(seed=1)
        pipe.send(env.step(env.action_space.sample())[0])


class Episodes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.lab = Lab()

    @classmethod
    def tearDownClass(cls):
        cls.lab.close()

    def open(self, **options):
        return PerpetuaEnv(lab=self.lab, warm_up_seconds=10, **options)

    def play(self, env, seed, actions):
        told = [numbers(env.reset(seed=seed)[0])]
        for action in actions:
            observation, reward, terminated, truncated, info = env.step(action)
            told.append([numbers(observation), reward, terminated, truncated, info])
        return told

    def test_the_same_seed_and_actions_repeat_exactly(self):
        for form, action in (("target", [0.5]), ("orders", [-1.0]), ("quotes", [0.1, 0.2, 1, 1])):
            with self.subTest(form):
                env = self.open(actions=form)
                actions = [action, [0.0] * len(action)] * 10
                first = self.play(env, 7, actions)
                self.assertEqual(first, self.play(env, 7, actions))
                self.assertNotEqual(first[0], numbers(env.reset(seed=8)[0]))

    def test_seeds_that_are_not_given_follow_from_the_last_one(self):
        env = self.open()
        words = []
        for _ in range(2):
            env.reset(seed=3)
            words.append([env.reset()[1]["seed"], env.reset()[1]["seed"]])
        self.assertEqual(words[0], words[1])
        self.assertNotEqual(words[0][0], words[0][1])

    def test_a_held_action_is_as_many_steps(self):
        env = self.open(actions="quotes")
        action = [0.05, 0.05, 1.0, 1.0]
        single = self.play(env, "held", [action] * 12)[1:]
        env.reset(seed="held")
        observations, rewards, terminated, truncated, infos = env.run(action, 12)
        self.assertEqual([row[0] for row in single], [numbers(row) for row in observations])
        self.assertEqual([row[1] for row in single], list(rewards))
        self.assertEqual([row[4] for row in single], infos)
        self.assertEqual((terminated, truncated), (False, False))

    def test_an_episode_is_drawn_as_text_or_as_a_picture(self):
        env = self.open(render_mode="ansi")
        env.reset(seed=1)
        env.step([0.5])
        self.assertRegex(env.render(), r"^step 1  cmt_btcusdt [\d,.]+  position \+0\.\d+  equity 9")
        with self.assertRaisesRegex(ValueError, "one of ansi, human, rgb_array, not 'film'"):
            self.open(render_mode="film")
        if numpy is None:
            with self.assertRaisesRegex(TypeError, "needs NumPy"):
                self.open(render_mode="rgb_array")
            return
        env = self.open(render_mode="rgb_array")
        env.reset(seed=1)
        blank = env.render()
        for part in (0.5, -0.5, 1.0):
            env.run([part], 20)
        picture = env.render()
        self.assertEqual((picture.shape, picture.dtype), ((320, 480, 3), numpy.uint8))
        self.assertGreater((picture != blank).sum(), 500)

    def test_an_environment_is_pickled_as_what_it_was_made_with(self):
        with PerpetuaEnv(contract="ETH", warm_up_seconds=10, discrete=True) as env:
            expected = self.play(env, 5, [4, 2])
            with pickle.loads(pickle.dumps(env)) as copy:
                self.assertEqual(self.play(copy, 5, [4, 2]), expected)
        with self.assertRaisesRegex(TypeError, "shares a lab"):
            pickle.dumps(self.open())
        caught = pickle.loads(pickle.dumps(LabError("closed", "words")))
        self.assertEqual((caught.code, str(caught)), ("closed", "words"))

    def test_several_contracts_fees_latency_regime_and_chaos(self):
        env = self.open(contracts=["BTC", "ETH"], maker_fee_ppm=-20, regime="calm", latency="entry=250ms")
        self.assertEqual(env.action_space.shape, (2,))
        env.reset(seed=1)
        seen = dict(zip(env.observation_names, numbers(env.step([0.5, -0.5])[0])))
        self.assertAlmostEqual(seen["BTC_position_part"], 0.5, places=1)
        self.assertAlmostEqual(seen["ETH_position_part"], -0.5, places=1)
        choices = self.open(contracts=["BTC", "ETH"], discrete=True)
        choices.reset(seed=1)
        self.assertTrue(choices.action_space.contains(choices.action_space.sample()))
        seen = dict(zip(choices.observation_names, numbers(choices.step([4, 0])[0])))
        self.assertAlmostEqual(seen["ETH_position_part"], -1.0, places=1)
        shaken = self.open(chaos=[{"kind": "shock", "change": -0.3, "after_seconds": 5}])
        before = shaken.reset(seed=1)[1]["mid"]
        after = shaken.run([0.0], 30)[4][-1]["mid"]
        self.assertLess(after, 0.8 * before)

    def test_observations_have_names_and_the_space_contains_them(self):
        env = self.open(levels=3, wallet=5_000)
        observation, info = env.reset(seed=1)
        self.assertTrue(env.observation_space.contains(observation))
        self.assertEqual(env.observation_space.shape, (len(env.observation_names),))
        seen = dict(zip(env.observation_names, numbers(observation)))
        self.assertEqual(seen["mid"], 0)
        self.assertGreater(info["mid"], 1_000)
        self.assertTrue(all(-10 <= each <= 10 for each in seen.values()))
        self.assertGreater(seen["bid_3_offset"], seen["bid_1_offset"])
        self.assertGreater(seen["ask_3_size"], 0)
        places = 5
        self.assertAlmostEqual(
            seen["spread"], seen["bid_1_offset"] + seen["ask_1_offset"], places
        )
        self.assertEqual((seen["position"], seen["equity_change"], seen["time_left"]), (0, 0, 1))
        self.assertEqual(info["equity"], 5_000)
        self.assertIsInstance(observation, tuple if numpy is None else numpy.ndarray)
        if numpy is not None:
            self.assertEqual(observation.dtype, numpy.float32)
        plain = self.open(normalised=False)
        seen = dict(zip(plain.observation_names, numbers(plain.reset(seed=1)[0])))
        self.assertGreater(seen["mid"], 1_000)

    def test_actions_do_what_they_say(self):
        target = self.open(actions="target", position_value=2_000)
        target.reset(seed=2)
        for part in (1.0, -0.5, 0.0):
            observation, *_ = target.step([part])
            seen = dict(zip(target.observation_names, observation))
            self.assertAlmostEqual(seen["position_part"], part, places=1)
        orders = self.open(actions="orders", order_value=500, position_value=1_000)
        orders.reset(seed=2)
        for expected in (0.5, 1.0, 1.0):
            seen = dict(zip(orders.observation_names, orders.step([1.0])[0]))
            self.assertAlmostEqual(seen["position_part"], expected, places=1)
        quotes = self.open(actions="quotes")
        quotes.reset(seed=2)
        seen = dict(zip(quotes.observation_names, quotes.step([1.0, 1.0, 1.0, 0.0])[0]))
        # The middle may have moved a little since the quote was placed.
        self.assertAlmostEqual(seen["bid_offset"], 1, delta=0.2)
        self.assertGreater(seen["bid_size"], 0)
        self.assertEqual((seen["ask_offset"], seen["ask_size"]), (0, 0))

    def test_a_reward_may_be_any_function_of_the_figures(self):
        env = self.open(reward=lambda info, before: info["fees"] - before["fees"])
        env.reset(seed=4)
        _, reward, _, _, info = env.step([1.0])
        self.assertGreater(info["fees"], 0)
        self.assertEqual(reward, info["fees"])
        self.assertEqual(env.step([1.0])[1], 0)

    def test_an_episode_is_cut_at_its_last_step_and_then_over(self):
        env = self.open(episode_steps=3)
        env.reset(seed=5)
        self.assertEqual([env.step([0.0])[3] for _ in range(3)], [False, False, True])
        with self.assertRaises(LabError) as caught:
            env.step([0.0])
        self.assertEqual(caught.exception.code, "episode-over")
        env.reset(seed=5)
        self.assertEqual(len(env.run([0.0], 10)[1]), 3)

    def test_a_liquidation_terminates_it(self):
        # It buys as long as it may, until a small fall is too much.
        env = self.open(actions="orders", wallet=100, leverage=400, position_value=100_000)
        for seed in range(5):
            env.reset(seed=seed)
            _, _, terminated, truncated, infos = env.run([1.0], 600)
            if terminated:
                self.assertFalse(truncated)
                self.assertEqual(infos[-1]["liquidations"], 1)
                return
        self.fail("no liquidation in five markets")

    def test_a_refused_order_is_counted_and_explained(self):
        env = self.open(wallet=10, leverage=1, position_value=100_000)
        env.reset(seed=6)
        self.assertIsNone(env.last_reject())
        self.assertEqual(env.step([1.0])[4]["rejects"], 1)
        self.assertEqual(env.last_reject(), "margin-insufficient")

    def test_wrong_input_is_named_and_the_episode_goes_on(self):
        env = self.open(actions="quotes")
        with self.assertRaises(LabError) as caught:
            env.step([0.0, 0.0, 1.0, 1.0])
        self.assertEqual(caught.exception.code, "not-reset")
        env.reset(seed=9)
        expected = numbers(env.step([0.1, 0.1, 1.0, 1.0])[0])
        env.reset(seed=9)
        for wrong in ([0, 0, 1, 1.01], [-0.1, 0, 0, 0], [float("nan")] * 4, [0.0], "word", 1, None):
            with self.subTest(wrong), self.assertRaises(LabError) as caught:
                env.step(wrong)
            self.assertEqual(caught.exception.code, "action-out-of-bounds")
            self.assertRegex(str(caught.exception), "from 0 to 1")
        for wrong in (-1, 1.5, True, "", "two words", "x" * 65, [1]):
            with self.subTest(wrong), self.assertRaises(LabError) as caught:
                env.reset(seed=wrong)
            self.assertEqual(caught.exception.code, "seed-invalid")
        with self.assertRaises(LabError) as caught:
            env.run([0.0, 0.0, 1.0, 1.0], 0)
        self.assertEqual(caught.exception.code, "option-invalid")
        self.assertEqual(numbers(env.step([0.1, 0.1, 1.0, 1.0])[0]), expected)

    def test_wrong_options_are_named_with_what_is_allowed(self):
        for options, code, words in (
            ({"contract": "PEPE"}, "contract-unknown", "BTC, ETH"),
            ({"actions": "dance"}, "option-invalid", "target, orders, quotes"),
            ({"wallets": 3}, "option-unknown", "wallet, leverage"),
            ({"levels": 0}, "option-invalid", "from 1 to 50"),
            ({"step_seconds": 0.7}, "option-invalid", "multiple of 0.5"),
            ({"leverage": 401}, "option-invalid", "from 1 to 400 for BTC"),
            ({"wallet": "much"}, "option-invalid", "a whole number"),
        ):
            with self.subTest(options), self.assertRaises(LabError) as caught:
                PerpetuaEnv(lab=self.lab, **options)
            self.assertIs(isinstance(caught.exception, TypeError), code == "option-unknown")
            self.assertEqual(caught.exception.code, code)
            self.assertIn(words, str(caught.exception))

    def test_a_lab_belongs_to_the_environment_that_opened_it_last(self):
        first, second = self.open(), self.open()
        second.reset(seed=1)
        with self.assertRaises(LabError) as caught:
            first.reset(seed=1)
        self.assertEqual(caught.exception.code, "lab-taken")
        second.step([0.0])

    def test_discrete_actions_are_choices(self):
        self.assertEqual([discrete_action("target", n)[0] for n in range(5)], [-1, -0.5, 0, 0.5, 1])
        self.assertEqual([discrete_action("orders", n)[0] for n in range(3)], [0, 1, -1])
        self.assertEqual(discrete_action("quotes", 0), (0, 0, 0, 0))
        self.assertEqual(discrete_action("quotes", 6), (0.1, 0.4, 1, 1))
        for form, count in (("target", 5), ("orders", 3), ("quotes", 16)):
            env = self.open(actions=form, discrete=True)
            env.reset(seed=1)
            self.assertEqual(env.action_space.n, count)
            for _ in range(5):
                env.step(env.action_space.sample())
            with self.assertRaises(LabError) as caught:
                env.step(count)
            self.assertEqual(caught.exception.code, "action-out-of-bounds")

    def test_an_action_that_is_no_list_is_told_the_form(self):
        env = self.open(actions="target")
        env.reset(seed=1)
        with self.assertRaisesRegex(LabError, r"one number from -1 to 1, such as \[0.5\], not 0.5"):
            env.step(0.5)

    def test_other_contracts_and_steps(self):
        env = self.open(contract="SOL", step_seconds=60)
        info = env.reset(seed=1)[1]
        self.assertEqual(env.contract, "cmt_solusdt")
        self.assertEqual(env.step([0.0])[4]["at"] - info["at"], 60_000)


class Vectors(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.lab = Lab()

    @classmethod
    def tearDownClass(cls):
        cls.lab.close()

    def open(self, count, **options):
        return PerpetuaVectorEnv(count, lab=self.lab, warm_up_seconds=10, **options)

    def test_each_environment_is_as_it_would_be_alone(self):
        parts = (0.5, -0.5, 0.0)
        many = self.open(3, episode_steps=4)
        first, _ = many.reset(seed=20)
        steps = [many.step([[part] for part in parts]) for _ in range(4)]
        self.assertTrue(many.observation_space.contains(first))
        self.assertTrue(many.action_space.contains(many.action_space.sample()))
        alone = PerpetuaEnv(lab=self.lab, warm_up_seconds=10, episode_steps=4)
        for place, part in enumerate(parts):
            self.assertEqual(numbers(alone.reset(seed=20 + place)[0]), numbers(first[place]))
            for observations, rewards, terminated, truncated, _ in steps:
                observation, reward, is_terminated, is_truncated, info = alone.step([part])
                self.assertEqual(numbers(observation), numbers(observations[place]))
                self.assertEqual(reward, rewards[place])
                self.assertEqual((is_terminated, is_truncated), (terminated[place], truncated[place]))

    def test_what_is_over_begins_again_with_the_next_step(self):
        many = self.open(2, episode_steps=2, discrete=True)
        many.reset(seed=[1, 2])
        counts = [list(map(int, many.step([2, 2])[4]["step"])) for _ in range(4)]
        self.assertEqual(counts, [[1, 1], [2, 2], [0, 0], [1, 1]])
        self.assertTrue(many.action_space.contains(many.action_space.sample()))

    def test_one_wrong_action_stops_nobody(self):
        many = self.open(2)
        many.reset(seed=1)
        with self.assertRaises(LabError) as caught:
            many.step([[0.0], [3.0]])
        self.assertEqual(caught.exception.code, "action-out-of-bounds")
        self.assertIn("environment 1", str(caught.exception))
        self.assertEqual(list(many.step([[0.0], [1.0]])[4]["step"]), [1, 1])
        with self.assertRaises(LabError):
            many.step([[0.0]])
        with self.assertRaises(LabError) as caught:
            many.reset(seed=[1])
        self.assertEqual(caught.exception.code, "seed-invalid")


class Parallel(unittest.TestCase):
    def test_agents_meet_in_one_book(self):
        with PerpetuaParallelEnv(
            ["maker", "taker"], actions="target", episode_steps=3, warm_up_seconds=10
        ) as env:
            with self.assertRaises(LabError):
                env.step({"maker": [0.0], "taker": [0.0]})
            observations, infos = env.reset(seed=1)
            self.assertEqual(set(observations), {"maker", "taker"})
            self.assertEqual(infos["maker"]["mid"], infos["taker"]["mid"])
            with self.assertRaisesRegex(LabError, "taker has no action"):
                env.step({"maker": [0.0]})
            for step in range(3):
                self.assertEqual(env.agents, ["maker", "taker"])
                observations, rewards, ended, cut, infos = env.step(
                    {"maker": [1.0], "taker": [-1.0]}
                )
            self.assertGreater(infos["maker"]["position"], 0)
            self.assertLess(infos["taker"]["position"], 0)
            self.assertEqual((cut, env.agents), ({"maker": True, "taker": True}, []))
            self.assertEqual(env.step({}), ({}, {}, {}, {}, {}))
            self.assertIsNone(env.last_reject("taker"))

    @unittest.skipIf(pettingzoo is None, "PettingZoo is not installed")
    def test_pettingzoo_has_nothing_against_it(self):
        from pettingzoo.test import parallel_api_test, parallel_seed_test

        with PerpetuaParallelEnv(3, episode_steps=20, warm_up_seconds=10) as env:
            parallel_api_test(env, num_cycles=60)
        parallel_seed_test(lambda: PerpetuaParallelEnv(2, episode_steps=5, warm_up_seconds=10))


@unittest.skipIf(gymnasium is None, "Gymnasium is not installed")
class Registered(unittest.TestCase):
    def test_it_runs_in_processes_of_their_own(self):
        make = "Perpetua-v0"
        options = {"vectorization_mode": "async", "warm_up_seconds": 10, "episode_steps": 4}
        many = gymnasium.make_vec(make, num_envs=2, **options)
        try:
            observations, _ = many.reset(seed=7)
            self.assertEqual(observations.dtype, numpy.float32)
            for _ in range(6):
                many.step(many.action_space.sample())
        finally:
            many.close()
        with PerpetuaEnv(warm_up_seconds=10, episode_steps=4) as alone:
            self.assertEqual(numbers(alone.reset(seed=7)[0]), numbers(observations[0]))

    def test_it_keeps_what_stable_baselines3_asks_for(self):
        """Its own checker where it is installed; otherwise what its source asks of an
        environment by id: `make_vec_env` with `rgb_array`, a buffer of the space's numbers, a
        wrapper in a process that is begun anew, and plain floats and booleans."""
        env = gymnasium.make("Perpetua-v0", render_mode="rgb_array", warm_up_seconds=10)
        try:
            from stable_baselines3.common.env_checker import check_env
            from stable_baselines3.common.env_util import make_vec_env
            from stable_baselines3.common.vec_env import SubprocVecEnv
        except ImportError:
            self.ask_as_stable_baselines3(env)
        else:
            check_env(env.unwrapped)
            many = make_vec_env("Perpetua-v0", n_envs=2, vec_env_cls=SubprocVecEnv)
            many.reset()
            many.step([many.action_space.sample() for _ in range(2)])
            many.close()
        env.close()

    def ask_as_stable_baselines3(self, env):
        import multiprocessing
        from copy import deepcopy

        box = env.observation_space
        self.assertEqual((len(box.shape), box.dtype), (1, numpy.float32))
        self.assertEqual((float(env.action_space.low[0]), float(env.action_space.high[0])), (-1, 1))
        observation, info = env.reset(seed=1)
        self.assertTrue(box.contains(observation))
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        self.assertEqual(
            [type(each) for each in (reward, terminated, truncated, info)],
            [float, bool, bool, dict],
        )
        buffer = numpy.zeros((2, *box.shape), dtype=box.dtype)
        buffer[0] = observation
        self.assertTrue(numpy.isfinite(buffer).all() and (buffer[0] == observation).all())
        self.assertEqual(deepcopy(info), info)
        self.assertEqual(env.render().shape[2], 3)
        context = multiprocessing.get_context("spawn")
        near, far = context.Pipe()
        worker = context.Process(target=step_elsewhere, args=(far, pickle.dumps(env.unwrapped)))
        worker.start()
        self.assertEqual(near.recv(), box)
        self.assertTrue(box.contains(near.recv()))
        worker.join(60)

    def test_gymnasium_finds_it_and_has_nothing_against_it(self):
        from gymnasium.utils.env_checker import check_env

        for discrete in (False, True):
            env = gymnasium.make("Perpetua-v0", discrete=discrete, episode_steps=50)
            check_env(env.unwrapped, skip_render_check=True)
            env.close()
        many = gymnasium.make_vec("Perpetua-v0", num_envs=2)
        self.assertEqual(many.reset(seed=1)[0].shape[0], 2)
        many.close()


if __name__ == "__main__":
    unittest.main()
