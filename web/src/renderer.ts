// A chunk of its own: main.tsx prepares everything else while this one loads.
export { createRoot } from 'react-dom/client'
