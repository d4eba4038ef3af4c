"""The WSGI application: `gunicorn leaderboard.wsgi`."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from bankenv.dataset import load_dataset

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "leaderboard.settings")

application = get_wsgi_application()

# The bank stays as long as the process lives, so no request should search it for
# garbage; and a page makes thousands of objects that need no search at all.
load_dataset()
gc.collect()
gc.freeze()
gc.set_threshold(100_000, 20, 20)
