import { createRoot } from 'react-dom/client';
import { createRelayPage, DubbingProvider } from './dubbing/index.ts';
import { App } from './screens.tsx';

const { searchParams } = new URL(location.href);
const page = createRelayPage({
  url: `${searchParams.get('gateway')}/graphql`,
  getToken: () => sessionStorage.getItem('token'),
  trusted: searchParams.has('trusted'),
});

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <DubbingProvider page={page}>
    <App />
  </DubbingProvider>,
);
