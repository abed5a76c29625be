import { config } from '@platform/server/config'
import { errors } from '@platform/server/errors'
import { Context } from '@platform/server/graph/context'
import { secrets } from '@platform/server/secrets'
import { url } from '@platform/server/url'

/**
 * The module `graph/connectors` of the predecessor. `models`, `services` and `graph` can be read once the platform
 * runs; the others from the beginning.
 */
export const connectors = {
  errors,
  config,
  secrets,
  url,
  get models(): unknown {
    return Context.forSystem().connectors['models']
  },
  get services(): unknown {
    return Context.forSystem().connectors['services']
  },
  get graph(): unknown {
    return Context.forSystem().connectors['graph']
  },
}

export default connectors
export { connectors as 'module.exports' }
