# The whole site in one image; compose.yaml says which part a container plays.
FROM python:3.11.14-slim-bookworm AS build
WORKDIR /app
COPY requirements.txt .
RUN python -m venv /opt/passbook && /opt/passbook/bin/pip install --no-cache-dir -r requirements.txt

FROM python:3.11.14-slim-bookworm
RUN useradd --create-home --uid 10001 passbook && install -d -o passbook /data
COPY --from=build /opt/passbook /opt/passbook
WORKDIR /app
COPY . .
ENV PATH=/opt/passbook/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=2 \
    DEBUG=false \
    LOG_FORMAT=json \
    DATA_DIR=/data
USER passbook
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=40s CMD ["python", "-c", "import urllib.request as r; r.urlopen(r.Request('http://127.0.0.1:8000/healthz', headers={'Host': __import__('os').environ['ALLOWED_HOSTS'].split(',')[0]}), timeout=4)"]
CMD ["gunicorn", "leaderboard.wsgi", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", "--workers", "2", "--threads", "8", "--worker-tmp-dir", "/dev/shm"]
