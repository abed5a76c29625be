import { currentServices } from '../runtime/current.ts'

/** Configuration under the names older plugins know; each is read when it is touched. */
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
