// A part of its own: main.tsx makes everything else ready while it is on its way.
export { createRoot } from 'react-dom/client'
