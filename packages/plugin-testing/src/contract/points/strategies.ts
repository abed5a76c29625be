import type { AuthStrategy, StrategyRegistry } from '@platform/plugin-sdk'
import type { Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/** Names of the core, and the default names of packages that several plugins could use. */
const TAKEN = ['local', 'session', 'jwt', 'oauth', 'oauth2']

/** The names of the strategies that a plugin registers. */
export function strategyNames({ hooks, config }: Pick<Subject, 'hooks' | 'config'>): string[] {
  const hook = hooks.authStrategies ?? hooks.passport
  if (!hook) return []
  const names: string[] = []
  const registry: StrategyRegistry = {
    use(...args: [AuthStrategy] | [string, AuthStrategy]) {
      names.push(args.length === 1 ? (args[0].name ?? '') : args[0])
      return registry
    },
    authenticate: () => (() => {}) as never,
  }
  try {
    hook(registry, { config })
  } catch {
    /* Told when the platform starts. */
  }
  return names
}

/** Each strategy has a name of its own, which no other plugin would choose by chance. */
export function checkStrategies(subject: Subject): Finding[] {
  const names = strategyNames(subject)
  const finding = (message: string): Finding => ({
    point: 'strategies',
    message,
    fix: "name it after the provider: strategies.use('example-provider', strategy)",
  })
  return names.flatMap((name, i) => {
    if (name === '') return [finding('a way to sign in has no name')]
    if (TAKEN.includes(name)) return [finding(`another plugin could also call a way to sign in ${name}`)]
    return names.indexOf(name) < i ? [finding(`${name} is registered twice`)] : []
  })
}
