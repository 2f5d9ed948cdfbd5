namespace Accelerator.Ftp;

/// <summary>One line of a control connection's dialogue, safe to store: passwords are masked, control characters escaped.</summary>
/// <param name="Session">Number of the control connection, from 1 in the order they were opened.</param>
/// <param name="FromServer">True for a reply line, false for a command.</param>
/// <param name="Text">The line without its line end.</param>
public readonly record struct FtpTraceLine(int Session, bool FromServer, string Text);
