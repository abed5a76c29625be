import { CreatePluginError } from './create-plugin-error.ts'

const PREFIX = 'platform-plugin-'
const SHORT = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const LONGEST = 100

/** The forms of a plugin's name. */
export interface PluginNames {
  /** `platform-plugin-my-thing`; with a scope, `@acme/platform-plugin-my-thing`. */
  readonly name: string
  /** `my-thing` */
  readonly short: string
  /** `myThing` */
  readonly camel: string
  /** `MyThing` */
  readonly pascal: string
  /** `My thing` */
  readonly title: string
  /** `MY_THING`; with a scope, `ACME_MY_THING`. */
  readonly env: string
}

/** Derives all forms of a name. @throws CreatePluginError `NAME_INVALID` */
export function namesOf(wanted: string): PluginNames {
  const [, scope = '', rest = ''] = /^(@[a-z0-9][a-z0-9._~-]*\/)?(.*)$/.exec(wanted) ?? []
  const short = rest.startsWith(PREFIX) ? rest.slice(PREFIX.length) : rest
  if (!SHORT.test(short) || wanted.length > LONGEST)
    throw new CreatePluginError(
      'NAME_INVALID',
      `"${wanted}" can't be the name of a plugin. Use lower-case letters, digits and single dashes, a letter first: ` +
        'my-thing, or @acme/my-thing.',
    )
  const pascal = short.split('-').map(capital).join('')
  return {
    name: `${scope}${PREFIX}${short}`,
    short,
    pascal,
    camel: pascal[0]!.toLowerCase() + pascal.slice(1),
    title: capital(short.replaceAll('-', ' ')),
    env: `${scope}${short}`
      .replace(/^@/, '')
      .replace(/[^a-z0-9]+/g, '_')
      .toUpperCase(),
  }
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}
