/**
 * The parts of the platform that a plugin can say it uses. This informs the operator and restricts nothing: plugins run
 * in the server's process.
 *
 * @example
 * for (const [capability, meaning] of Object.entries(CAPABILITIES)) console.log(capability, meaning)
 */
export const CAPABILITIES = Object.freeze({
  'http.routes': 'mounts HTTP routes',
  'auth.strategies': 'adds ways to sign in',
  'auth.users': 'finds or makes users for tokens',
  'docstore.collections': 'keeps records of its own',
  kvstore: 'keeps values that expire',
  'pubsub.publish': 'publishes live events',
  'net.fetch': 'sends requests to other servers',
  'schema.override': 'replaces definitions or resolvers of others',
})

/**
 * The name of one capability.
 *
 * @example
 * const capabilities: Capability[] = ['http.routes', 'net.fetch']
 */
export type Capability = keyof typeof CAPABILITIES
