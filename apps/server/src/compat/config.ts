import { currentConfig } from '../runtime/current-services.ts'

/** The configuration under the names that older plugins use; from the moment plugins are loaded. */
export const config = {
  get ROOT_URL(): string {
    return currentConfig().rootUrl
  },
  get JWT_ISSUER(): string {
    return currentConfig().jwt.issuer
  },
  get JWT_AUDIENCE(): string {
    return currentConfig().jwt.audience
  },
  get WEBSOCKET_LIVE_URI(): string {
    return currentConfig().liveUrl
  },
  get CREATE_MONGO_INDEXES(): boolean {
    return true
  },
}

export default config
export { config as 'module.exports' }
