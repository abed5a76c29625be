/**
 * The configuration of the server, and tests of its connections.
 *
 * @example
 * mergeTypeDefs([{ owner: 'core', typeDefs: configurationTypeDefs }])
 */
export const configurationTypeDefs = /* GraphQL */ `
type RootQuery {
  """
  Every variable of the environment with its value, and where the value comes from. Secrets are hidden. They are changed
  by the operator, where the server is started. For administrators.
  """
  configuration: [ConfigurationVariable!]

  "The providers by which users can sign in. For administrators."
  signInProviders: [SignInProvider!]
}

type RootMutation {
  "Sends a mail to the caller's e-mail address now, and says whether the mail server took it. For administrators."
  testMail: TestConnectionResponse!

  """
  Asks the captcha service whether a captcha was solved, and says what it answered. Without a response it shows only
  whether the service can be reached. For administrators.
  """
  testCaptcha(
    "What the widget of the service gave for a solved captcha."
    response: String
  ): TestConnectionResponse!

  "Asks a provider whether it knows the client id and the secret that are configured. For administrators."
  testProvider(
    "Name of the provider."
    name: String!
  ): TestConnectionResponse!
}

"A variable of the environment, with which the operator starts the server."
type ConfigurationVariable {
  "Name of the variable."
  name: String!
  "Its value; (set, hidden) for a secret, (not set) without a value."
  value: String!
  "Where the value comes from."
  source: CONFIGURATION_SOURCE!
  "What it is about, such as Mail."
  topic: String!
  "What it sets, in a sentence."
  meaning: String!
}

"A provider by which users can sign in."
type SignInProvider {
  "Its name, which is part of its addresses."
  name: String!
  "The plugin that it comes from."
  plugin: String!
  "The address to which it sends users back, which is entered there."
  callback: String!
  "Whether testProvider can try it."
  testable: Boolean!
}

"Where the value of a variable comes from."
enum CONFIGURATION_SOURCE {
  "The environment of the server."
  ENVIRONMENT
  "The file .env, in development only."
  DOTENV
  "The default."
  DEFAULT
  "Computed from other variables."
  DERIVED
}

"Answer to testMail, testCaptcha and testProvider."
type TestConnectionResponse implements Response {
  "What happened; null when the test was refused."
  result: ConnectionTest
  "Why the test was refused; null on success."
  errors: [UserError!]
}

"What a test of a connection showed."
type ConnectionTest {
  "Whether the other side did what was asked."
  works: Boolean!
  "What happened, in English."
  message: String!
}
`
