import '@platform/client-kit/styles.css'
