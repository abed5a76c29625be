import { type LoadedPlugin, label } from '../contract/loaded-plugin.ts'
import { messageOf } from './described.ts'
import type { Problem } from './problem.ts'
import { isThenable } from './thenable.ts'

/** Calls a hook whose work has to be done when it returns: what is mounted later is mounted too late. */
export function callAtOnce(member: LoadedPlugin, hook: string, run: () => unknown): Problem[] {
  try {
    const answer = run()
    if (!isThenable(answer)) return []
    // It is refused in any case; what it fails with must not end the process.
    answer.then(undefined, () => {})
    return [
      {
        code: 'PLUGIN_HOOK_INVALID',
        owners: [member.name],
        message: `${label(member)} ${hook}: returned a promise, and this hook has to be done when it returns\n  ${member.name}  ${member.origin}`,
        fix: `make ${hook} a plain function, without async, and wait for what it needs in init`,
      },
    ]
  } catch (error) {
    return [
      {
        code: 'PLUGIN_HOOK_FAILED',
        owners: [member.name],
        message: `${label(member)} ${hook}: ${messageOf(error)}\n  ${member.name}  ${member.origin}`,
        fix: `mend ${hook}; until then the server starts without the plugin by "settings": {"${member.name}": {"onFailure": "disable"}} in plugins.json`,
      },
    ]
  }
}
