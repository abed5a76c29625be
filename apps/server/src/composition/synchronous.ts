import { isThenable, type LoadedPlugin, messageOf, type Problem, referenceTo } from '@platform/plugin-host'

/** Calls a hook that must be synchronous: a route that it mounts after it has returned would be mounted too late. */
export function callSynchronously(plugin: LoadedPlugin, hook: string, run: () => unknown): Problem[] {
  try {
    const answer = run()
    if (!isThenable(answer)) return []
    // The hook is refused; a rejection of its promise must not end the process as well.
    answer.then(undefined, () => {})
    return [
      {
        code: 'PLUGIN_HOOK_INVALID',
        plugins: [referenceTo(plugin)],
        hook,
        message: 'returned a promise, and this hook has to be done when it returns',
        fix: `make ${hook} a plain function, without async, and wait for what it needs in init`,
      },
    ]
  } catch (error) {
    return [
      {
        code: 'PLUGIN_HOOK_FAILED',
        plugins: [referenceTo(plugin)],
        hook,
        message: messageOf(error),
        fix: `mend ${hook}; until then the server starts without the plugin by "settings": {"${plugin.name}": {"onFailure": "disable"}} in plugins.json`,
      },
    ]
  }
}
