/** Top-level options of the security-headers middleware (helmet 8), with the older names it still takes. */
export const securityHeaderKeys = [
  'contentSecurityPolicy', 'crossOriginEmbedderPolicy', 'crossOriginOpenerPolicy', 'crossOriginResourcePolicy',
  'originAgentCluster', 'referrerPolicy', 'strictTransportSecurity', 'xContentTypeOptions', 'xDnsPrefetchControl',
  'xDownloadOptions', 'xFrameOptions', 'xPermittedCrossDomainPolicies', 'xPoweredBy', 'xXssProtection',
  'dnsPrefetchControl', 'frameguard', 'hidePoweredBy', 'hsts', 'ieNoOpen', 'noSniff', 'permittedCrossDomainPolicies', 'xssFilter',
] as const
