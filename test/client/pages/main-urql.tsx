import { createRoot } from 'react-dom/client';
import { createUrqlPage, DubbingProvider } from './dubbing/index.ts';
import { App } from './screens.tsx';

const { searchParams } = new URL(location.href);
const page = createUrqlPage({
  url: `${searchParams.get('gateway')}/graphql`,
  getToken: () => sessionStorage.getItem('token'),
});

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <DubbingProvider page={page}>
    <App />
  </DubbingProvider>,
);
