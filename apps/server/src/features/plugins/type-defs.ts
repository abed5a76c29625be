/** The GraphQL definitions of the list of plugins. */
export const pluginsTypeDefs = /* GraphQL */ `
type RootQuery {
  """
  The plugins of this server, in the order in which they are composed, with those that are disabled. Their settings are
  changed by the operator, in plugins.json or by variables, and apply after a restart. For administrators.
  """
  plugins: [PluginInfo!]
}

"A plugin as this server runs it."
type PluginInfo {
  "Name of the plugin."
  name: String!
  "Its version; null without one."
  version: String
  "Whether it runs."
  state: PLUGIN_STATE!
  "Why it is disabled; null unless it is."
  reason: String
  "The module that it was loaded from; null for a plugin that has only a client part."
  origin: String
  "Whether it has a server part."
  server: Boolean!
  "Whether it has a client part in the present build."
  client: Boolean!
  "The hooks that it has."
  hooks: [String!]!
  "How long its hooks init, ready and connect took together when this server started, in milliseconds."
  bootTime: Int!
  "How often its code failed since this server started."
  failureCount: Int!
  "The latest failures, the last one first; at most 20."
  failures: [PluginFailure!]!
  "What the check of the plugins found about it, which does not keep the server from running."
  warnings: [PluginWarning!]!
  "Its parts that are used in place of another plugin's, or that another plugin's are used in place of."
  overrides: [PluginOverride!]!
  "The JSON Schema of its configuration, as text; null when it has none."
  configSchema: String
  "Its configuration, key by key."
  config: [PluginConfigValue!]!
}

"Whether a plugin runs."
enum PLUGIN_STATE {
  "It is composed into the server, or only into what browsers load."
  LOADED
  "It is listed and not composed, because of a failure or a conflict."
  DISABLED
}

"One failure of a plugin's code."
type PluginFailure {
  "The hook that failed."
  hook: String!
  "The place, such as Comment.likes."
  at: String!
  "The message of the error."
  message: String!
  "When it failed."
  created_at: Date!
}

"What the check of the plugins found."
type PluginWarning {
  "Upper-case name of the situation."
  code: String!
  "What was found, and where."
  message: String!
  "How to solve it; null when nothing is known."
  fix: String
  "The plugins that it is about."
  plugins: [String!]!
}

"A part of a plugin that is used in place of another plugin's, because the operator allows it."
type PluginOverride {
  "The part, such as resolver Comment.body."
  what: String!
  "The plugin whose part is used."
  owner: String!
  "The plugin whose part is not used."
  over: String!
}

"One key of a plugin's configuration."
type PluginConfigValue {
  "Name of the key."
  key: String!
  "Its value as JSON, in which secrets are hidden."
  value: String!
  "Whether all of it is secret."
  hidden: Boolean!
  "Where it comes from: the list of plugins, the name of a variable, or default."
  source: String!
}
`
