@rem What sh has built in: npm start says exec, so that no shell stands between npm and the venue.
@%*
