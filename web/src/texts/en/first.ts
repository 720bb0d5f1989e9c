/** The words of the first page and of what is around all pages: they come with the app itself. */
import app from './app';
import home from './home';

export default { ...app, ...home };
