"""The environments over a real lab: what Gymnasium asks of them, and that episodes repeat."""

import unittest

from perpetua import Lab, LabError, PerpetuaEnv, PerpetuaVectorEnv
from perpetua.env import discrete_action
from perpetua.spaces import gymnasium, numpy


def numbers(observation):
    return [float(each) for each in observation]


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

    def test_a_render_mode_is_refused_as_python_refuses_an_argument(self):
        self.open(render_mode=None)
        for make in (PerpetuaEnv, lambda **options: PerpetuaVectorEnv(1, **options)):
            with self.assertRaisesRegex(TypeError, "render_mode 'rgb_array'"):
                make(render_mode="rgb_array")

    def test_observations_have_names_and_the_space_contains_them(self):
        env = self.open(levels=3, wallet=5_000)
        observation, info = env.reset(seed=1)
        self.assertTrue(env.observation_space.contains(observation))
        self.assertEqual(env.observation_space.shape, (len(env.observation_names),))
        seen = dict(zip(env.observation_names, numbers(observation)))
        self.assertGreater(seen["mid"], 1_000)
        self.assertGreater(seen["bid_3_offset"], seen["bid_1_offset"])
        self.assertGreater(seen["ask_3_size"], 0)
        self.assertAlmostEqual(seen["spread"], seen["bid_1_offset"] + seen["ask_1_offset"])
        self.assertEqual((seen["position"], seen["equity_change"], seen["time_left"]), (0, 0, 1))
        self.assertEqual(info["equity"], 5_000)
        self.assertIsInstance(observation, tuple if numpy is None else numpy.ndarray)

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
        self.assertAlmostEqual(seen["bid_offset"], 0.001, places=3)
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


@unittest.skipIf(gymnasium is None, "Gymnasium is not installed")
class Registered(unittest.TestCase):
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
