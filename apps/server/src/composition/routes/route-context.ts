import type { LoadedPlugin } from '@platform/plugin-host'
import type { ServerContext } from '../../contract/context.ts'
import { contextOf } from '../context/plugin-view.ts'

/** What carries the context of a request: Express's request, koa's state. */
interface Carrier {
  context?: ServerContext
}

/** The requests' own contexts, whichever plugin's view of them is carried at the moment. */
const own = new WeakMap<object, ServerContext>()

/** Lets what runs next see the request's context as the plugin does: with its configuration and its log. */
export function viewAs(plugin: LoadedPlugin): (carrier: object) => void {
  const view = contextOf(plugin)
  return (carrier: Carrier) => {
    const context = own.get(carrier) ?? carrier.context
    if (!context) return
    own.set(carrier, context)
    carrier.context = view(context)
  }
}
