import { currentServices } from '../runtime/current.ts'

/** The configuration under the names that older plugins use; each value is read when a plugin reads it. */
export const config = {
  get ROOT_URL(): string {
    return currentServices().config.rootUrl
  },
  get JWT_ISSUER(): string {
    return currentServices().config.jwt.issuer
  },
  get JWT_AUDIENCE(): string {
    return currentServices().config.jwt.audience
  },
  get WEBSOCKET_LIVE_URI(): string {
    return currentServices().config.liveUrl
  },
  get CREATE_MONGO_INDEXES(): boolean {
    return true
  },
}

export default config
export { config as 'module.exports' }
