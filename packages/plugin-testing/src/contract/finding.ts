/**
 * The contract that every plugin keeps to: the name of each point, and its text.
 *
 * @example
 * for (const [point, text] of Object.entries(CONTRACT_POINTS)) console.log(point, text)
 */
export const CONTRACT_POINTS = Object.freeze({
  shape: 'has hooks that exist, in the shape they must have',
  manifest: 'has a manifest with its true name, and the contract it is written for',
  config: 'has a schema that refuses unknown keys, and marks its secrets',
  loads: 'starts alone, with nothing but what it requires',
  'loads-again': 'starts a second time in the same process, on the same data',
  schema: 'defines types that fit into the schema without a conflict',
  resolvers: 'resolves the fields it adds, and no others',
  'field-hooks': 'hooks fields that exist',
  'hook-modes': 'declares of every post hook whether it observes or transforms',
  services: 'makes its services of those they need, under names of their own',
  permissions: 'declares who may use its own fields and routes, and no others',
  routes: 'keeps its routes under its own name',
  strategies: 'gives each way to sign in a name of its own',
  loaders: 'makes loaders and mutators anew for each request',
  'live-filters': 'has filters that accept unexpected payloads',
  'unknown-tokens': 'answers an unknown token with a user or null, and does not throw',
  tags: 'defines tags that people can use',
  'plugin-hooks': 'defines hooks for other plugins, and gives theirs, as a schema checks them',
  sorts: 'has sorts that accept an empty page',
  'personal-data': 'exports and erases what it stores about users',
  'asset-data': 'moves what it stores about an asset when the asset is merged into another',
  models: 'stores, changes, exports and erases the records of its models',
  translations: 'has every text in every language',
  'failed-start': 'leaves nothing behind when a start fails',
  shutdown: 'leaves nothing running when the platform stops',
  network: 'connects to no other machine unless it is configured to',
  capabilities: 'declares the parts of the server that it uses',
  package: 'is packed as its manifest says',
  readme: 'explains itself, and each of its settings',
})

/**
 * A name in {@link CONTRACT_POINTS}.
 *
 * @example
 * const skip: ContractPoint[] = ['readme']
 */
export type ContractPoint = keyof typeof CONTRACT_POINTS

/**
 * Where a plugin does not keep to the contract, and what mends it.
 *
 * @example
 * const print = ({ point, message, fix }: Finding) => `${point}: ${message}; ${fix}`
 */
export interface Finding {
  readonly point: ContractPoint
  readonly message: string
  readonly fix: string
}
