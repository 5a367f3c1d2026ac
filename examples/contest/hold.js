/** Does nothing: what others earn, they earn against this one. */
export function decide() {
  return {};
}
