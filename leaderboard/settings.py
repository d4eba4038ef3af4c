"""Settings: development defaults that run with nothing set; production by environment.

Every variable read here is described in .env.example.
"""

from pathlib import Path
from typing import Any

import environ
from cryptography.fernet import Fernet
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from kombu import Queue

from leaderboard.logs import RENDERERS, formatter
from leaderboard.secret_files import kept_secret
from leaderboard.shared_counts import caches
from leaderboard.supervision.places import redis_socket_path

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
if (BASE_DIR / ".env").is_file():
    env.read_env(BASE_DIR / ".env")

DEBUG = env.bool("DEBUG", default=True)
HTTPS = env.bool("HTTPS", default=not DEBUG)
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "data"))).resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)

# --- Secrets ----------------------------------------------------------------------

SECRET_KEY = env.str("SECRET_KEY", default="")
# Newest first: it encrypts; all decrypt.
CREDENTIAL_KEYS: list[str] = env.list("CREDENTIAL_KEYS", default=[])
if not DEBUG:
    for name in ("SECRET_KEY", "CREDENTIAL_KEYS"):
        if not globals()[name]:
            raise ImproperlyConfigured(
                f"{name} is not set. With DEBUG off it must be; .env.example says how."
            )
SECRET_KEY = SECRET_KEY or kept_secret(DATA_DIR / "secret_key", get_random_secret_key)
CREDENTIAL_KEYS = CREDENTIAL_KEYS or [
    kept_secret(DATA_DIR / "credential_key", lambda: Fernet.generate_key().decode())
]

# --- The site ---------------------------------------------------------------------

ALLOWED_HOSTS: list[str] = env.list(
    "ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"] if DEBUG else []
)
if not DEBUG and not ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS is not set: the names this site answers to."
    )
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000")

ROOT_URLCONF = "leaderboard.urls"
WSGI_APPLICATION = "leaderboard.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "axes",
    "csp",
    "django_filters",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "leaderboard",
]

MIDDLEWARE = [
    "leaderboard.request_times.time_requests",
    "leaderboard.request_ids.name_requests",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "leaderboard.null_characters.refuse_null_characters",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "leaderboard.staff_audit.audit_staff",
    "axes.middleware.AxesMiddleware",  # last: it answers a locked-out login
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

LANGUAGE_CODE = "en"
TIME_ZONE = env.str("TIME_ZONE", default="Asia/Kolkata")
USE_I18N = True
USE_TZ = True

# --- Database ---------------------------------------------------------------------

DATABASES: dict[str, Any] = {
    "default": env.db_url(
        "DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'passbook.sqlite3'}"
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE is what avoids "database is locked"; WAL lets readers go on meanwhile.
    # It is also why ATOMIC_REQUESTS must stay off: each GET would take the write lock.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 60,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
            "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=134217728;"
            "PRAGMA cache_size=-20000; PRAGMA journal_size_limit=67108864;"
        ),
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)

# --- Static files -----------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Collected files have a hash in their name; others are served from where they lie.
STATIC_COLLECTED = env.bool("STATIC_COLLECTED", default=not DEBUG)
WHITENOISE_USE_FINDERS = not STATIC_COLLECTED
WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if STATIC_COLLECTED
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}

# --- Accounts ---------------------------------------------------------------------

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_CLIENT_IP_CALLABLE = "leaderboard.client_address.client_address"
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "account/locked.html"

# --- Safety -----------------------------------------------------------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DEFAULT_EXCEPTION_REPORTER = "leaderboard.error_reports.QuietReporter"
DEFAULT_EXCEPTION_REPORTER_FILTER = "leaderboard.error_reports.QuietFilter"
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# How often one visitor may do what costs something, by account or else by address.
RATES = {
    "api": "120/min",
    "api_user": "600/min",
    "bank_call": "60/min",
    "connection_test": "20/min",
    "export": "10/hour",
    "import": "20/hour",
    "login": "30/min",
    "note": "60/min",
    "password": "10/hour",  # nosec B105
    "signup": "20/hour",
    "submit": "20/min",
    "token": "30/hour",  # nosec B105
}
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- Evaluation -------------------------------------------------------------------

# Private, loopback and link-local endpoints are somebody's own machine while
# developing, and somebody else's network in production.
ALLOW_PRIVATE_ENDPOINTS = env.bool("ALLOW_PRIVATE_ENDPOINTS", default=DEBUG)
WORKER_THREADS = env.int("WORKER_THREADS", default=8)
MAX_CONCURRENCY = env.int("MAX_CONCURRENCY", default=32)
# What one user may enter in 24 hours; staff may change it for a user, in the admin.
SUBMISSIONS_PER_DAY = env.int("SUBMISSIONS_PER_DAY", default=20)
CONVERSATIONS_PER_DAY = env.int("CONVERSATIONS_PER_DAY", default=20_000)
IMPORTS_PER_DAY = env.int("IMPORTS_PER_DAY", default=50)
LEASE_SECONDS = env.int("LEASE_SECONDS", default=30)
ENDPOINT_API_KEY = env.str("ENDPOINT_API_KEY", default="")
# A model that plays the customer; boards for it are made where both are set.
LLM_CUSTOMER_BASE_URL = env.str("LLM_CUSTOMER_BASE_URL", default="")
LLM_CUSTOMER_MODEL = env.str("LLM_CUSTOMER_MODEL", default="")
LLM_CUSTOMER_API_KEY = env.str("LLM_CUSTOMER_API_KEY", default="")

# --- Jobs -------------------------------------------------------------------------

# Empty: an embedded Redis is started in the data folder.
REDIS_URL = env.str("REDIS_URL", default="")
REDIS_SOCKET = redis_socket_path(DATA_DIR)
SWEEP_SECONDS = 1.5
CACHES = caches(REDIS_URL)

CELERY_BROKER_URL = REDIS_URL or f"redis+socket://{REDIS_SOCKET}"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 3,
    # A page that rings a bell does not wait for a broker that is away.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
}
# A worker serves both queues unless told otherwise. Upkeep has its own, so that it does
# not wait for a thread that conversations hold, and so that what figures need in memory
# can be kept out of the processes that hold many conversations.
CELERY_TASK_DEFAULT_QUEUE = "conversations"
CELERY_TASK_QUEUES = [
    Queue(name, routing_key=name) for name in ("conversations", "upkeep")
]
CELERY_TASK_ROUTES = {
    f"leaderboard.tasks.{name}": {"queue": "upkeep"} for name in ("sweep", "deliver")
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_PUBLISH_RETRY = False  # a bell that cannot be rung is rung by the sweep
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_POOL = "threads"
CELERY_WORKER_CONCURRENCY = WORKER_THREADS
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "leaderboard.tasks.sweep",
        "schedule": SWEEP_SECONDS,
        # Sweeps do not pile up while no worker is there.
        "options": {"expires": 3 * SWEEP_SECONDS},
    }
}
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # static, so nothing to keep on disk

# --- API --------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "leaderboard.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticatedOrReadOnly",
    ],
    "DEFAULT_RENDERER_CLASSES": ["leaderboard.api.renderers.FastJsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["leaderboard.api.parsers.StrictJsonParser"],
    "DEFAULT_PAGINATION_CLASS": "leaderboard.api.pagination.Stretches",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "EXCEPTION_HANDLER": "leaderboard.api.errors.error_response",
    "DEFAULT_SCHEMA_CLASS": "leaderboard.api.schema.Schema",
    "DEFAULT_THROTTLE_CLASSES": ["leaderboard.throttles.ApiThrottle"],
    "PAGE_SIZE": 100,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Passbook",
    "DESCRIPTION": "Every page of the leaderboard as JSON.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "defaultModelsExpandDepth": -1},
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "ENUM_NAME_OVERRIDES": {
        "SubmissionStatus": "leaderboard.models.Submission.Status",
        "ConversationStatus": "leaderboard.models.Conversation.Status",
    },
}

# --- How it goes ------------------------------------------------------------------

# Empty: only staff may read the metrics.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
# Where the processes of one web server count together; gunicorn.conf.py makes it.
METRICS_DIR = env.str("PROMETHEUS_MULTIPROC_DIR", default="")
STATUS_PAGE_PUBLIC = env.bool("STATUS_PAGE_PUBLIC", default=False)

# --- E-mail -----------------------------------------------------------------------

# The console while nothing is set: a letter is then a few lines of a worker's log.
globals().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="passbook@localhost")

# --- Logs -------------------------------------------------------------------------

LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
LOG_FORMAT = env.str("LOG_FORMAT", default="line")
if LOG_FORMAT not in RENDERERS:
    raise ImproperlyConfigured(
        f"LOG_FORMAT is {LOG_FORMAT!r}; it may be {' or '.join(RENDERERS)}."
    )
QUIET = (
    "celery.app.trace",
    "celery.beat",
    "celery.worker.request",
    "celery.worker.strategy",
    "httpcore2",
    "httpx2",
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"events": {"()": formatter, "form": LOG_FORMAT}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "events"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # A line for each message or request would only bury the others, and the
        # addresses that requests go to may hold keys.
        **{name: {"level": "WARNING"} for name in QUIET},
        "bm25s": {"propagate": False},  # sets its own level, to the lowest
        **{name: {"level": LOG_LEVEL} for name in ("leaderboard", "runner", "celery")},
    },
}
